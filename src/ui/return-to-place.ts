/**
 * Back and forward return to the place on the page. The router scrolls once, when the route is rendered; a screen that
 * draws its tables later is not tall enough by then.
 */
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** A screen that has not grown by then shows something else. */
const PATIENCE_MS = 5000
/** What a screen draws above the place moves it: it is held so long. */
const HELD_MS = 1000
const LOOK_MS = 50
/** A user who does one of these has chosen another place. */
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const keyOf = ({ state, href }: ParsedLocation) => state.__TSR_key ?? href

/** Scrolls to the place as soon as the page is tall enough, and holds it. Returns a function that gives up. */
function scrollOnceTall(place: number): () => void {
  let until = Date.now() + PATIENCE_MS
  let isThere = false
  const end = () => {
    clearInterval(timer)
    for (const hand of HANDS) window.removeEventListener(hand, end, true)
  }
  const attempt = () => {
    const isTall = document.documentElement.scrollHeight - window.innerHeight >= place
    if (isTall && window.scrollY !== place) window.scrollTo(0, place)
    if (isTall && !isThere) {
      isThere = true
      until = Date.now() + HELD_MS
    }
    if (Date.now() > until) end()
  }
  const timer = setInterval(attempt, LOOK_MS)
  for (const hand of HANDS) window.addEventListener(hand, end, { capture: true, passive: true })
  return end
}

export function returnToPlace(router: AnyRouter): void {
  const places = new Map<string, number>()
  let giveUp = () => {}
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    giveUp()
    if (fromLocation !== undefined) places.set(keyOf(fromLocation), window.scrollY)
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    const place = places.get(keyOf(toLocation))
    if (place !== undefined && place !== window.scrollY) giveUp = scrollOnceTall(place)
  })
}
