/** What a failure means to the person who runs Farol: one sentence, with what to do. */
import { expect, test } from 'vitest'
import { explainFailure } from '../../../server/context/failure-reasons.ts'

const failure = (fields: object) => Object.assign(new Error('foreign words'), fields)

test.each([
  ['a PostgreSQL that starts', { code: '57P03' }, /^o PostgreSQL ainda está iniciando/],
  ['one that takes no more connections', { code: '53300' }, /max_connections/],
  ['a port of the system', { code: 'EACCES', syscall: 'listen' }, /PORT uma acima de 1023/],
  [
    'a folder of another user',
    { code: 'EACCES', path: '/var/lib/farol/files' },
    /usar \/var\/lib\/farol\/files\. Torne/,
  ],
  ['a folder without a name', { code: 'EPERM' }, /DATA_DIR, FILES_DIR/],
])('%s', (_what, fields, words) => {
  expect(explainFailure(failure(fields))).toMatch(words)
})
