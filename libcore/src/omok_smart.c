#include "omok_opponents.h"

#include "omok_search.h"

struct omok_choice omok_smart(const struct omok *game, const struct budget *budget, struct rng *rng,
                              void *scratch) {
    struct search_result result;

    search_run(game, budget, rng, scratch, OMOK_SMART_BITS, &result);
    return (struct omok_choice){
        {result.at % OMOK_SIZE, result.at / OMOK_SIZE}, result.value, result.depth, result.nodes};
}

struct omok_choice omok_master(const struct omok *game, const struct budget *budget,
                               struct rng *rng, void *scratch) {
    struct search_result result;

    search_run(game, budget, rng, scratch, OMOK_MASTER_BITS, &result);
    return (struct omok_choice){
        {result.at % OMOK_SIZE, result.at / OMOK_SIZE}, result.value, result.depth, result.nodes};
}
