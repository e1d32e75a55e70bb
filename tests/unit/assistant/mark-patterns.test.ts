/** A text of a person may not hold up the server's only thread. */
import { expect, test } from 'vitest'
import { MARK_PATTERNS } from '../../../server/assistant/mark-patterns.ts'
import { cpuMsOf } from '../../support/cpu-ms.ts'

const LONG = 4000
const LIMIT_MS = 500
const fill = (text: string) => text.repeat(Math.ceil(LONG / text.length)).slice(0, LONG)

test.each([
  ['blanks', `cartao${fill(' ')}x cc${fill(' ')}x cpf${fill(' ')}x`],
  ['line ends', `rua ${fill('\n')}1 cep${fill('\n')}`],
  ['digits', fill('1')],
  ['digits and blanks', fill('1 ')],
  ['digits and points', fill('12.')],
  ['letters', fill('a')],
  ['capital words', `esposa ${fill('Maria ')}`],
  ['street words', fill('rua rua ')],
  ['arrobas', fill('a@')],
  ['words of birth', fill('nasc de em ')],
])('%s', (_what, text) => {
  for (const { kind, pattern } of MARK_PATTERNS) {
    const spent = cpuMsOf(() => void [...text.matchAll(pattern)])
    expect(spent, `${kind} ${pattern.source}`).toBeLessThan(LIMIT_MS)
  }
})
