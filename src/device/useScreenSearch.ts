/**
 * The filters of a screen as its address carries them. The screen's chunk reads them, not `validateSearch` of its
 * route: the router needs that before a screen is loaded, so the schemas, and zod, would be in the chunk of the
 * sign-in.
 */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'
import { goBack } from '../ui/leaving/guard-leaving.ts'
import { isAddressCorrected, isStep, returnsTo } from '../ui/leaving/search-steps.ts'
import { useUnchanged } from '../ui/useUnchanged.ts'
import { parseSearch, stringifySearch } from './address-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search part of the address from which a step led to this entry. */
    steppedFrom?: string
  }
}

/**
 * What the schema reads in the address, and how the screen changes it: a step is an entry of the history of its own, a
 * filter replaces the entry. A value that the schema refuses is absent. docs/rules.md#leaving
 */
export function useScreenSearch<Search extends Readonly<Record<string, unknown>>>(
  schema: z.ZodType<Search>,
): readonly [Search, (next: Search) => void] {
  // The router gives another object at each drawing of the screen, as at each key in a filter.
  const search = useUnchanged(schema.parse(useSearch({ strict: false })))
  const navigate = useNavigate()
  const router = useRouter()
  const onSearch = (next: Search) => {
    const { steppedFrom } = router.latestLocation.state
    const steps = !isAddressCorrected() && isStep(search, next)
    if (steps && steppedFrom !== undefined && returnsTo(parseSearch(steppedFrom), search, next)) {
      if (goBack(router)) return
    }
    void navigate({
      to: '.',
      search: next,
      replace: !steps,
      // The same screen: the place on the page stays.
      resetScroll: false,
      // The entry before stays the same when this one is replaced.
      state: steps ? { steppedFrom: stringifySearch(search) } : true,
    })
  }
  return [search, onSearch]
}
