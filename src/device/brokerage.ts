/**
 * Whose Farol it is, as this device last heard: shown before a sign-in and without a network. docs/rules.md#brokerage
 * Imports no zod: the sign-in screen reads it.
 */
import { useSyncExternalStore } from 'react'
import type { Brokerage } from '../domain/settings/brokerage.ts'
import { LOGO_PATH } from '../domain/settings/logo-path.ts'

const KEY = 'farol_brokerage'
/** Only this server's own picture is shown. */
const LOGO = `/api${LOGO_PATH}?v=`
const NONE: Brokerage = { name: null, logo: null }

const listeners = new Set<() => void>()
let read: { readonly text: string | null; readonly brokerage: Brokerage } = { text: null, brokerage: NONE }

/** Returns it from what a storage or an answer holds. Anything else is no brokerage. */
export function brokerageIn(value: unknown): Brokerage {
  if (typeof value !== 'object' || value === null) return NONE
  const { name, logo }: { name?: unknown; logo?: unknown } = value
  return {
    name: typeof name === 'string' && name !== '' ? name : null,
    logo: typeof logo === 'string' && logo.startsWith(LOGO) ? logo : null,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The same object while nothing has changed. */
function present(): Brokerage {
  const text = window.localStorage.getItem(KEY)
  if (text !== read.text) read = { text, brokerage: text === null ? NONE : brokerageIn(parsed(text)) }
  return read.brokerage
}

/** It stays after a sign-out: it is public. */
export function keepBrokerage({ name, logo }: Brokerage): void {
  const text = JSON.stringify({ name, logo })
  if (text === window.localStorage.getItem(KEY)) return
  try {
    window.localStorage.setItem(KEY, text)
  } catch {
    // The disk is full: the device shows what it knew before.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useBrokerage = (): Brokerage => useSyncExternalStore(subscribe, present)
