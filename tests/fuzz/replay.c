// replay.c - runs a fuzz target over every file of the folder named on the command line.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *folder, const char *name) {
    static uint8_t input[1 << 16];
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    LLVMFuzzerTestOneInput(input, fread(input, 1, sizeof input, file));
    fclose(file);
    return 0;
}

int main(int argc, char **argv) {
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    int count = 0, failed = 0;

    if (folder == NULL) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 1;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        failed += replay(argv[1], entry->d_name);
        count++;
    }
    closedir(folder);
    printf("%d inputs replayed\n", count);
    return failed > 0 || count == 0; // an empty corpus would test nothing
}
