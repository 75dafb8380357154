// validate.mjs - reads manifests and judges each strictly, unknown fields included: it becomes a constant of
// its kind's type, and tsc finds what does not fit. Prints a line for each object and the counts.
//
//     kubectl kustomize FOLDER | node validate.mjs    (in a folder with the packages of validate.sh)
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {parseAllDocuments} from 'yaml';

const FILE = 'manifests.gen.ts';
const GROUPS = {'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/gateway.networking.k8s.io'};

/** @param {string} version as in a manifest's apiVersion */
function moduleOf(version) {
	const [group, name] = version.split('/');
	return GROUPS[group] ? `${GROUPS[group]}/${name}` : `kubernetes-models/${version}`;
}

const objects = parseAllDocuments(readFileSync(0, 'utf8')).map((each) => each.toJSON()).filter(Boolean);
const lines = objects.flatMap((object, i) => [
	`import type {I${object.kind} as T${i}} from '${moduleOf(object.apiVersion)}';`,
	`export const o${i}: T${i} = ${JSON.stringify(object)};`,
]);
writeFileSync(FILE, lines.join('\n'));

let output = '';
try {
	const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--moduleResolution', 'nodenext'];
	execFileSync('node_modules/.bin/tsc', [...options, FILE], {encoding: 'utf8'});
} catch (error) {
	output = error.stdout;
}

const faults = new Map();
for (const [, line, text] of output.matchAll(/\.ts\((\d+),\d+\): error TS\d+: (.*)/g)) {
	faults.set(Math.floor((line - 1) / 2), text);
}
objects.forEach(({kind, metadata}, i) => {
	console.log(`${faults.has(i) ? 'FAILED' : 'ok    '} ${kind}/${metadata.name}${faults.has(i) ? `: ${faults.get(i)}` : ''}`);
});
console.log(`${objects.length - faults.size} passed, ${faults.size} failed`);
process.exit(objects.length === 0 || faults.size || output ? 1 : 0);
