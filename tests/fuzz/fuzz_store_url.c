// Whatever a URL says, what comes out is within its limits, and a refusal says why.
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "store/store_url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct store_url *url) {
    assert(strlen(url->path) < sizeof url->path);
    assert(strlen(url->user) < sizeof url->user && strlen(url->password) < sizeof url->password);
    assert(strlen(url->name) < sizeof url->name);
    assert(url->db >= 0 && url->db <= STORE_URL_DB_MAX);
    assert(url->host_count >= 0 && url->host_count <= STORE_URL_HOSTS_MAX);
    assert((url->path[0] == '\0') == (url->host_count > 0));
    assert((url->name[0] != '\0') == (url->kind == STORE_SENTINEL));
    for (int i = 0; i < url->host_count; i++)
        assert(url->hosts[i].host[0] != '\0' && url->hosts[i].port != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[STORE_URL_MAX + 64], error[STORE_ERROR_MAX] = "";
    struct store_url url;

    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (store_url_parse(text, &url, error))
        check(&url);
    else
        assert(error[0] != '\0');
    return 0;
}
