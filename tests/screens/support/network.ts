/** Cuts the mounted page's network and connects it again, with the browser's events. */
import { onTestFinished } from 'vitest'
import type { Peer } from './peer.ts'

function setOnline(peer: Peer, isOnline: boolean): void {
  peer.isReachable = isOnline
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

export function cutNetwork(peer: Peer): void {
  onTestFinished(() => setOnline(peer, true))
  setOnline(peer, false)
}

export const restoreNetwork = (peer: Peer): void => setOnline(peer, true)
