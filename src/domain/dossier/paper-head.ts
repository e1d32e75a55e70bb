/** The last link of a dossier in the address that its paper brings as a code: docs/rules.md#dossier */

import type { Leaf } from './anchors.ts'
import type { Head } from './chain.ts'

const PREFIX = 'elo='
const HEAD = /^elo=([0-9a-f-]{36})\.(\d{1,7})\.([0-9a-f]{64})$/

/** What follows '#' in the page's address. */
export const paperFragment = (leadUid: string, { seq, hash }: Head): string =>
  `${PREFIX}${leadUid}.${seq}.${hash}`

/** null: the address names none. */
export function paperHead(fragment: string): Leaf | null {
  const [, leadUid, seq, hash] = HEAD.exec(fragment) ?? []
  return leadUid === undefined || hash === undefined ? null : { leadUid, seq: Number(seq), hash }
}
