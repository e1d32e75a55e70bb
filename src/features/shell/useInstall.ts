/**
 * Whether and how the app can be installed here. Browsers with an install event show their own dialog. On iOS the app
 * shows instructions. Already installed: 'none'.
 */
import { useState, useSyncExternalStore } from 'react'
import { isInstalled } from '../../device/is-installed.ts'
import { isIos } from '../../device/is-ios.ts'

/** Not in TypeScript's DOM library: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: BeforeInstallPromptEvent
  }
}

let offer: BeforeInstallPromptEvent | null = null
const listeners = new Set<() => void>()
const setOffer = (event: BeforeInstallPromptEvent | null) => {
  offer = event
  for (const listener of listeners) listener()
}

/** Call it at start: the event fires once, often before the shell is rendered. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event)
  })
  window.addEventListener('appinstalled', () => setOffer(null))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const present = () => offer

export interface Install {
  readonly way: 'prompt' | 'by-hand' | 'none'
  /** Whether the instructions are open. */
  readonly hint: boolean
  readonly begin: () => void
  readonly closeHint: () => void
}

export function useInstall(): Install {
  const event = useSyncExternalStore(subscribe, present)
  const [hint, setHint] = useState(false)
  const way = isInstalled() ? 'none' : event !== null ? 'prompt' : isIos() ? 'by-hand' : 'none'
  const begin = () => {
    if (event === null) return setHint(true)
    void event.prompt().finally(() => setOffer(null))
  }
  return { way, hint, begin, closeHint: () => setHint(false) }
}
