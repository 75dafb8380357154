#include "page.h"

#include <string.h>

const struct page *page_find(struct slice path) {
    static const char index[] = "/index.html";

    if (path.len == 1 && path.bytes[0] == '/')
        path = (struct slice){index, sizeof index - 1};
    for (const struct page *page = pages; page->path != NULL; page++)
        if (strlen(page->path) == path.len && memcmp(page->path, path.bytes, path.len) == 0)
            return page;
    return NULL;
}
