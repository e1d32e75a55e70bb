/** The order in which the lines of a form are queued, and what is left when one fails. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { CommandToast } from '../../../../src/device/run-command-with-toast.ts'
import { EMPTY_INDICATION, type TypedIndication } from '../../../../src/domain/indication/form.ts'
import { tabsFor } from '../../../../src/domain/indication/lines.ts'
import { submitIndications } from '../../../../src/features/external/submit-indications.ts'

/** What was queued: the insurance, with the key of the command that it replaces. */
const queued = vi.hoisted((): [insurance: number, replaced: string | null][] => [])
const drafts = vi.hoisted((): unknown[] => [])
/** The insurance whose queueing fails. */
const failing = vi.hoisted((): { insurance: number | null } => ({ insurance: null }))
interface Fields {
  readonly insurance_id: number
}
const take = vi.hoisted(() => ({ insurance_id }: { readonly insurance_id: number }, key: string | null) => {
  if (insurance_id === failing.insurance) return Promise.resolve(null)
  queued.push([insurance_id, key])
  return Promise.resolve(insurance_id)
})
/** What the toast is about: the insurances of the commands that are told together. */
const told = vi.hoisted((): unknown[] => [])
vi.mock('../../../../src/device/run-command-with-toast.ts', () => ({
  queueCommand: (_user: number, _name: string, args: Fields, { draft }: Omit<CommandToast, 'done'>) => {
    drafts.push(draft?.values)
    return take(args, null)
  },
}))
vi.mock('../../../../src/device/send-again.ts', () => ({
  sendAgain: (_user: number, key: string, args: Fields) => take(args, key),
}))
vi.mock('../../../../src/device/tell-commands.ts', () => ({
  tellCommands: (_user: number, commands: unknown) => told.push(commands),
}))

const DOG = 7
const FRANCHISE = 29
const offered = [DOG, FRANCHISE].map((id) => ({ id, name: `Seguro ${id}` }))
const tabs = tabsFor('person', offered)
const dog = { species: 'Cão', quantity: '1', breed: 'Vira-lata' }
const car = { vehicle: 'Onix', insurer: 'Porto' }
const typed: TypedIndication = {
  client: { ...EMPTY_INDICATION.client, name: 'Ana', document: '52998224725', phone: '11987654321' },
  lines: {
    pet: { on: true, values: dog, address: null, healthConsent: null },
    franchise: { on: true, values: car, address: null, healthConsent: null },
  },
}
const refused = { key: 'refused', lead_uid: 'lead', client_uid: 'client', insurance_id: DOG }
const submit = (rest: Partial<Parameters<typeof submitIndications>[0]> = {}) =>
  submitIndications({ userId: 1, draftName: 'draft', typed, tabs, ...rest })
const chosen = (left: TypedIndication | null) =>
  Object.entries(left?.lines ?? {}).flatMap(([key, { on }]) => (on ? [key] : []))

beforeEach(() => {
  queued.length = 0
  drafts.length = 0
  told.length = 0
  failing.insurance = null
})

test('all lines are queued, and the last one deletes the draft', async () => {
  expect(await submit()).toBeNull()
  expect(queued).toEqual([
    [DOG, null],
    [FRANCHISE, null],
  ])
  expect(drafts).toEqual([{ values: expect.objectContaining({ client: typed.client }) }, null])
  expect(told).toEqual([[DOG, FRANCHISE]])
})

test('an added line is queued before the correction replaces the refused command', async () => {
  expect(await submit({ refused })).toBeNull()
  expect(queued).toEqual([
    [FRANCHISE, null],
    [DOG, 'refused'],
  ])
})

test('a correction whose added line fails leaves the refused command under its key', async () => {
  failing.insurance = FRANCHISE
  expect(chosen(await submit({ refused }))).toEqual(['pet', 'franchise'])
  expect(queued).toEqual([])
  expect(told).toEqual([])
})

test('a correction that fails after its added line is left alone', async () => {
  failing.insurance = DOG
  const left = await submit({ refused })
  expect(chosen(left)).toEqual(['pet'])
  expect(drafts).toEqual([{ values: left }])
  failing.insurance = null
  expect(await submit({ typed: left ?? typed, refused })).toBeNull()
  expect(queued).toEqual([
    [FRANCHISE, null],
    [DOG, 'refused'],
  ])
})

test('values that no schema takes queue no line', async () => {
  const { pet } = typed.lines
  if (pet === undefined) throw new Error('no line')
  const lines = {
    ...typed.lines,
    franchise: { on: true, values: {}, address: null, healthConsent: null },
    pet,
  }
  lines.pet = { ...pet, values: { ...dog, species: 'Peixe' } }
  await expect(submit({ typed: { ...typed, lines }, refused })).rejects.toThrow()
  expect(queued).toEqual([])
})
