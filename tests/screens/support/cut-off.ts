/** Texts that a mounted screen does not show whole. */
import { expect } from 'vitest'

/** An amount, a date, a phone or a document. */
const FIXED = /^[\d\s./:,()%-]*\d[\d\s./:,()%-]*$/
/** A date, a time, a phone or a document within a text. */
const HAS_FIXED = /\d{2}\/\d{4}|\d{2}:\d{2}|\d-\d{4}$|\d{3}\.\d{3}/

const isShown = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  element.clientWidth > 1 &&
  getComputedStyle(element).clipPath === 'none'

function placeholderLacks(field: HTMLInputElement): number {
  const ruler = document.createElement('canvas').getContext('2d')
  if (ruler === null) throw new Error('the browser draws nothing')
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
  ruler.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return Math.ceil(ruler.measureText(field.placeholder).width - room)
}

/** Values of a fixed length, and placeholders. Free text may be longer than its field. */
function cutFields(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type="radio"], [type="checkbox"])')]
    .filter(isShown)
    .flatMap((field) => {
      const isEmpty = field.value === ''
      if (!isEmpty && !FIXED.test(field.value)) return []
      const lacks = isEmpty ? placeholderLacks(field) : field.scrollWidth - field.clientWidth
      const name = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.id
      return lacks > 0 ? [`${name}: ${field.value || field.placeholder} lacks ${lacks} px`] : []
    })
}

const hasText = (element: Element) =>
  element.matches('button, a') ||
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

/**
 * Labels of buttons and links, more lines than a box shows, and any other text that is cut without an ellipsis and a
 * `title`. The summary of a folded section is a summary.
 */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('#root *, [role="dialog"] *')]
    .filter((element) => hasText(element) && isShown(element))
    .flatMap((element) => {
      const { overflowX, textOverflow, display, webkitLineClamp } = getComputedStyle(element)
      if ((overflowX !== 'hidden' && overflowX !== 'clip') || display === 'inline') return []
      const lacks =
        webkitLineClamp === 'none'
          ? element.scrollWidth - element.clientWidth
          : element.scrollHeight - element.clientHeight
      const isByDesign =
        textOverflow === 'ellipsis' &&
        element.closest('[title], [aria-expanded]') !== null &&
        !HAS_FIXED.test(element.closest('[aria-expanded]') === null ? element.textContent : '')
      return lacks <= 0 || isByDesign
        ? []
        : [`${element.tagName} ${element.className}: ${element.textContent.slice(0, 60)} lacks ${lacks} px`]
    })
}

/** Fails on a text that is cut off. */
export const showsAllTexts = (what: string) =>
  expect
    .poll(() => [...cutFields(), ...cutTexts()], { message: `${what}: texts that are cut off` })
    .toEqual([])
