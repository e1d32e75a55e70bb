import { describe, expect, it } from 'vitest'
import { downloadWords } from '../../../../src/features/sync/download-words.ts'
import { IDLE, type SyncStatus } from '../../../../src/sync/api.ts'

const status = (change: Partial<SyncStatus>): SyncStatus => ({ ...IDLE, connection: 'online', ...change })
const PART = { done: 1200, expected: 3000 }
const NOTHING = { done: 0, expected: null }

describe('the first download in words', () => {
  it.each([
    ['runs', PART, {}, 'Baixando leads 1.200 de 3.000'],
    ['runs', { done: 1200, expected: null }, {}, 'Baixando leads 1.200'],
    ['runs', NOTHING, { connection: 'unknown' }, 'Preparando seus leads…'],
    [
      'stands',
      PART,
      { connection: 'offline' },
      'Sem conexão: 1.200 de 3.000 leads neste aparelho. O restante vem assim que a rede voltar.',
    ],
    [
      'stands',
      NOTHING,
      { connection: 'offline' },
      'Sem conexão. O primeiro download continua assim que a rede voltar.',
    ],
    [
      'stands',
      PART,
      { problem: 'O servidor não respondeu.' },
      'O servidor não respondeu. Até agora, 1.200 de 3.000 leads neste aparelho.',
    ],
    ['stands', NOTHING, { problem: 'O servidor não respondeu.' }, 'O servidor não respondeu.'],
  ] as const)('%s with %o and %o', (kind, pull, change, text) => {
    expect(downloadWords(pull, status(change))).toMatchObject({ kind, text })
  })

  it('shows the stored share', () => {
    expect(downloadWords(PART, status({}))).toMatchObject({ share: 0.4 })
    expect(downloadWords(NOTHING, status({}))).toMatchObject({ share: null })
  })

  it('leaves an ended session to its own notice', () => {
    expect(downloadWords(PART, status({ needsLogin: true }))).toBeNull()
  })
})
