/**
 * Which changes of a screen's address are steps, to which Back returns, and which take the place of what was there.
 * docs/rules.md#leaving
 */
type Search = Readonly<Record<string, unknown>>

/** Where on a screen the user is: a tab, or the figure whose leads are shown. */
const PLACES = ['aba', 'figura', 'linha']
/** A panel beside the rest: opened or closed it is another place, and what is typed in it takes the place of what was. */
const PANELS = ['e-se']
const PAGE = ['pagina']
/** How a table is drawn. */
const DRAWING = ['por_pagina', 'ordem']
/** A tab and a figure have tables of their own. */
const TABLE = [...PAGE, ...DRAWING]

const textOf = (value: unknown) => JSON.stringify(value) ?? ''
const differsIn = (from: Search, to: Search, keys: Iterable<string>) =>
  [...keys].some((key) => textOf(from[key]) !== textOf(to[key]))

function keysBut(left: readonly string[], ...searches: readonly Search[]): Set<string> {
  return new Set(searches.flatMap(Object.keys).filter((key) => !left.includes(key)))
}

/** A place that is opened or closed, or a page that is turned. A filter, which may close a place, is none. */
export function isStep(from: Search, to: Search): boolean {
  if (PANELS.some((key) => (from[key] === undefined) !== (to[key] === undefined))) return true
  const opened = PLACES.filter((key) => to[key] !== undefined)
  if (differsIn(from, to, opened)) return true
  if (differsIn(from, to, PLACES)) return !differsIn(from, to, keysBut([...PLACES, ...TABLE], from, to))
  // A new order begins with the first page. A turned page may name the order that the table has anyway.
  const others = to.pagina === undefined ? PAGE : TABLE
  return differsIn(from, to, PAGE) && !differsIn(from, to, keysBut(others, from, to))
}

/** Whether a step to `to` leads to where a step from `before` began, so that it is the way back. */
export const returnsTo = (before: Search, from: Search, to: Search): boolean =>
  !differsIn(before, to, keysBut(differsIn(from, to, PLACES) ? TABLE : DRAWING, before, to))

let isCorrecting = false

/** The screen changes the address by itself: a page that is no more, a start view. Back would lead to it again. */
export function correctingAddress(change: () => void): void {
  isCorrecting = true
  try {
    change()
  } finally {
    isCorrecting = false
  }
}

export const isAddressCorrected = () => isCorrecting
