import type { Locator } from '@playwright/test'

/** The button's place once it has stopped moving: its dialog comes in with a motion. */
export async function placeOf(button: Locator) {
  await button.click({ trial: true })
  return button.boundingBox()
}
