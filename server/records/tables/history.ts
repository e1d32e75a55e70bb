/** Tables of the chains of histories: docs/rules.md#chain */
import { KEYS, type Tables } from './table.ts'

const PROOF = 'it proves the history of this database: another begins its chains with what it took'

export const HISTORY: Tables = {
  history_heads: { sheet: PROOF, noPerson: { [KEYS]: ['hash'] } },
  history_links: {
    sheet: PROOF,
    noPerson: {
      'numbers, names of commands and instants: what is personal is sealed': ['said'],
      [KEYS]: ['commitment', 'hash'],
    },
  },
  history_anchors: { sheet: PROOF, noPerson: { [KEYS]: ['said', 'hash', 'signature', 'subtrees'] } },
  history_anchored: { sheet: PROOF, noPerson: { [KEYS]: ['hash'] } },
  history_breaks: { sheet: PROOF, noPerson: { [KEYS]: ['kind'] } },
  history_checks: { sheet: PROOF, noPerson: { 'days of Farol': ['checked_day', 'told_day'] } },
}
