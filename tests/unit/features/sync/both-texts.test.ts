/** Where 'Manter os dois textos' is offered: docs/rules.md#both-texts. */
import { describe, expect, test } from 'vitest'
import type { OutboxRecord } from '../../../../src/db/schema/records.ts'
import type { FieldConflict, LastChange } from '../../../../src/domain/lead/conflicts.ts'
import { bothTexts } from '../../../../src/features/sync/both-texts.ts'
import { iso } from '../../domain/fixtures.ts'

const ana: LastChange = { at: iso('2026-11-18T10:42:00'), own: false, same_device: false, name: 'Ana Lima' }
const NOTE = 'additional_information'
const note = (current: unknown, last: LastChange | undefined = ana): FieldConflict => ({
  field: NOTE,
  yours: 'Meu',
  current,
  last,
})

const aSave = (changes: object, fields: FieldConflict[] = []): OutboxRecord => ({
  seq: 1,
  key: 'key-1',
  command: 'lead.update',
  schemaVersion: 2,
  args: { lead_uid: 'lead-1', client_uid: 'client-1', changes },
  entityUid: 'lead-1',
  clientUid: null,
  dependsOn: null,
  base: { [NOTE]: '' },
  occurredAt: iso('2026-11-18T10:40:00'),
  queuedAt: 0,
  state: 'conflict',
  attempts: 1,
  retryAt: 0,
  problem: { message: '', code: null, errors: {}, holder: null, fields },
  subject: { leadId: 1, clientName: 'Ana' },
})

const ALONE = { later: [], userName: 'Bruna Reis' }

describe('both texts', () => {
  test('are offered for a note that both wrote, as they will be stored', () => {
    const { offers } = bothTexts(aSave({ [NOTE]: 'Meu' }, [note('Deles')]), ALONE)
    expect([...offers]).toEqual([
      [NOTE, '[Bruna Reis, 18/11/2026 10:40]\nMeu\n\n[Ana Lima, 18/11/2026 10:42]\nDeles'],
    ])
  })

  test('have the user’s own name twice, if the other device is the user’s', () => {
    const own = { ...ana, own: true, name: null }
    const { offers } = bothTexts(aSave({ [NOTE]: 'Meu' }, [note('Deles', own)]), ALONE)
    expect(offers.get(NOTE)?.match(/Bruna Reis/g)).toHaveLength(2)
  })

  test.each([
    ['the other side emptied it', aSave({ [NOTE]: 'Meu' }, [note('')]), ALONE],
    ['the user emptied it', aSave({ [NOTE]: ' ' }, [note('Deles')]), ALONE],
    [
      'it is no free text',
      aSave({ product: 'Gol' }, [{ field: 'product', yours: 'Gol', current: 'Onix' }]),
      ALONE,
    ],
    [
      'the user’s name is not known yet',
      aSave({ [NOTE]: 'Meu' }, [note('Deles')]),
      { ...ALONE, userName: undefined },
    ],
  ])('are not offered when %s', (_case, problem, around) => {
    expect(bothTexts(problem, around).offers.size).toBe(0)
  })

  test('are refused when they are too long, also behind the command in conflict', () => {
    const long = 'x'.repeat(3990)
    const short = aSave({ [NOTE]: 'Meu' }, [note('Deles')])
    expect(bothTexts(aSave({ [NOTE]: long }, [note('Deles')]), ALONE).offers.get(NOTE)).toBeNull()
    const later = [{ ...aSave({ [NOTE]: long }), seq: 2, state: 'blocked' as const }]
    expect(bothTexts(short, { ...ALONE, later }).offers.get(NOTE)).toBeNull()
  })

  test('are joined in the chosen fields alone', () => {
    const problem = aSave({ [NOTE]: 'Meu' }, [note('Deles')])
    const { joined } = bothTexts(problem, ALONE)
    expect(joined([])(problem, NOTE, 'Meu')).toBe('Meu')
    expect(joined([NOTE])(problem, NOTE, 'Meu')).toMatch(/Deles$/)
    expect(joined([NOTE])(problem, 'product_details.details', 'Meu')).toBe('Meu')
  })
})
