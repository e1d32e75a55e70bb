/** A text of a person may not hold up the server's only thread: a text of twice the length costs twice the time. */
import { expect, test } from 'vitest'
import { PLACEHOLDER_PATTERNS } from '../../../server/assistant/placeholder-patterns.ts'
import { Placeholders } from '../../../server/assistant/placeholders.ts'
import { cpuMsOf } from '../../support/cpu-ms.ts'

const LONG = 20_000
/** Of each pattern; a square of the length takes seconds. */
const LIMIT_MS = 250
const fill = (text: string) => text.repeat(Math.ceil(LONG / text.length)).slice(0, LONG)

test.each([
  ['blanks', `cartao${fill(' ')}x cc${fill(' ')}x cpf${fill(' ')}x`],
  ['line ends', `rua ${fill('\n')}1 cep${fill('\n')}`],
  ['digits', fill('1')],
  ['digits and blanks', fill('1 ')],
  ['digits and points', fill('12.')],
  ['digits and strokes', fill('1-1 ')],
  ['letters', fill('a')],
  ['letters and points', fill('a.')],
  ['letters, blanks and points', fill('a . ')],
  ['capital words', `esposa ${fill('Maria ')}`],
  ['small words', `esposa ${fill('maria da silva ')}`],
  ['relatives', fill('marido dela ')],
  ['street words', fill('rua rua ')],
  ['single letters', fill('R D R ')],
  ['arrobas', fill('a@')],
  ['arrobas and blanks', fill('a @ ')],
  ['said addresses', fill('ana ponto ')],
  ['words of birth', fill('nasc de em ')],
  ['brackets', fill('[NOME_')],
])('%s', (_what, text) => {
  for (const { kind, pattern } of PLACEHOLDER_PATTERNS) {
    const spent = cpuMsOf(() => void [...text.matchAll(pattern)])
    expect(spent, `${kind} ${pattern.source.slice(0, 200)}`).toBeLessThan(LIMIT_MS)
  }
  expect(cpuMsOf(() => void new Placeholders().mask(text))).toBeLessThan(4 * LIMIT_MS)
})
