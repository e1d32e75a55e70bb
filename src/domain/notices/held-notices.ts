/** Indications that wait for a look: docs/rules.md#suspicious-indications */
import { counted } from '../text/counted.ts'
import type { Notice } from './notice.ts'

export interface HeldNews {
  readonly uid: string
  readonly received_at: string
  readonly inviter: { readonly name: string }
}

/** One notice for all, as old as the latest. */
export function heldNotices(held: readonly HeldNews[]): Notice[] {
  const [latest] = held
  if (latest === undefined) return []
  const atMs = Date.parse(latest.received_at)
  return [
    {
      key: `held:${latest.uid}`,
      kind: 'held',
      atMs,
      momentMs: atMs,
      title: 'Indicações suspeitas',
      text: `${counted(held.length, 'indicação espera', 'indicações esperam')} por um olhar`,
      note: `A última, pelo link de ${latest.inviter.name}`,
      isUrgent: true,
      target: { to: 'held' },
    },
  ]
}
