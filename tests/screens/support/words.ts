/** The words that a screen has beside its text: names for screen readers, titles, placeholders. */
import { expect } from 'vitest'

/** Words of the libraries' own names for their controls. */
const ENGLISH =
  /\b(?:next|previous|page|close|clear|search|toggle|open|show|hide|remove|loading|select|add|more|delete|edit|records|sort|sorted|month|year|day|hours?|minutes?|copy|value|increment|decrement|expand|collapse)\b/i

const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']

function namesOnPage(): string[] {
  const named = document.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())
  const names = [...named].flatMap((element) => ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''))
  const hidden = [...document.querySelectorAll('.mantine-VisuallyHidden-root')]
  return [...new Set([...names, ...hidden.map(({ textContent }) => textContent)])]
}

/** Fails on an English word in what a screen reader says. */
export function saysNoEnglish(what: string): void {
  // A scripted answer's text has the name of its field.
  const english = namesOnPage().filter((name) => ENGLISH.test(name.replaceAll(/Exemplo de \w+/g, '')))
  expect(english, `${what}: English names`).toEqual([])
}
