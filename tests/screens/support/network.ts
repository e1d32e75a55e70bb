/** Cuts the mounted page's network and connects it again, with the browser's events. */
import { onTestFinished } from 'vitest'
import type { Peer } from './peer.ts'

type Reached = Pick<Peer, 'isReachable'>

function setOnline(peer: Reached, isOnline: boolean): void {
  peer.isReachable = isOnline
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

export function cutNetwork(peer: Reached): void {
  onTestFinished(() => setOnline(peer, true))
  setOnline(peer, false)
}

export const restoreNetwork = (peer: Reached): void => setOnline(peer, true)
