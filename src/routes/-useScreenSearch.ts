/**
 * The filters of a screen as its address carries them. The screen's chunk reads them, not `validateSearch` of its
 * route: the router needs that before a screen is loaded, so the schemas, and zod, would be in the chunk of the
 * sign-in.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'

/** What the schema reads in the address, and how the screen replaces it. A value that the schema refuses is absent. */
export function useScreenSearch<Search extends Readonly<Record<string, unknown>>>(
  schema: z.ZodType<Search>,
): readonly [Search, (next: Search) => void] {
  const search = schema.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  // The same screen: the place on the page stays.
  return [search, (next) => void navigate({ to: '.', search: next, replace: true, resetScroll: false })]
}
