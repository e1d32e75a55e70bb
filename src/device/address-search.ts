/**
 * The search part of the address. The browser writes every address to the disk, in its history and for its own restart, so on a
 * protected device filters that may name a person stay in the memory of the page: docs/rules.md#protected-devices
 */
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import { anyHeldKeys } from '../db/sealing/held-keys.ts'

type Search = Record<string, unknown>

/** In the address in place of what is in memory. */
const NAME = 'filtro'
/** Numbers of leads and pages are smaller, documents and phones are not. */
const LARGEST_NUMBER = 99_999_999
const UID_OR_DAY = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d)$/

const inMemory = new Map<string, Search>()

const mayBeWritten = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && value <= LARGEST_NUMBER) ||
  (typeof value === 'string' && UID_OR_DAY.test(value))

/** The same filters have the same address. One of an earlier page life never means others. */
function keep(search: Search): string {
  const text = JSON.stringify(search)
  for (const [id, kept] of inMemory) if (JSON.stringify(kept) === text) return id
  const id = crypto.randomUUID()
  inMemory.set(id, search)
  return id
}

export function stringifySearch(search: Search): string {
  if (anyHeldKeys() === null) return defaultStringifySearch(search)
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const written = given.filter(([, value]) => mayBeWritten(value))
  const others = given.filter(([, value]) => !mayBeWritten(value))
  return defaultStringifySearch({
    ...Object.fromEntries(written),
    ...(others.length === 0 ? {} : { [NAME]: keep(Object.fromEntries(others)) }),
  })
}

/** Filters of an address that another page has written are gone. */
export function parseSearch(text: string): Search {
  const { [NAME]: id, ...search }: Search = defaultParseSearch(text)
  return { ...search, ...(typeof id === 'string' ? inMemory.get(id) : undefined) }
}
