import { describe, expect, test } from 'vitest'
import { QUIVER_CANCELLATION } from '../../../../src/domain/lead/form-rules.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { DEFAULT_STATUS_FLOW } from '../../../../src/domain/lead/status.ts'
import type { RoleId } from '../../../../src/domain/session/session-user.ts'
import { advanceLabel, allowedActions } from '../../../../src/features/lead/actions/allowed-actions.ts'
import { aLead, aUser } from '../../domain/fixtures.ts'

const MINE = { broker_id: 10 }
const allowed = (lead: Partial<Lead>, role: RoleId = 3) =>
  [...allowedActions({ lead: aLead(lead), user: aUser(role), statusFlow: DEFAULT_STATUS_FLOW })].sort()

const WORK = [
  'advance',
  'attach',
  'call',
  'cancel',
  'finish',
  'limits',
  'message',
  'note',
  'pendingSell',
  'quote',
  'save',
  'schedule',
]

describe('the buttons around a lead', () => {
  test('a broker gets all steps of the flow on its own lead', () => {
    expect(allowed({ ...MINE, state: 2, status: 2 })).toEqual(WORK)
    expect(allowed({ ...MINE, state: 2, status: 3 })).toEqual([...WORK, 'negotiate'].sort())
  })

  test('advance is not offered before a pending sale or the end, which need an observation or checks', () => {
    expect(allowed({ ...MINE, state: 2, status: 4 })).not.toContain('advance')
    expect(allowed({ ...MINE, state: 2, status: 5, pending_sell: true })).toEqual(
      ['attach', 'call', 'cancel', 'finish', 'limits', 'message', 'note', 'quote', 'save', 'schedule'].sort(),
    )
  })

  test('a broker gets no action on a lead of another broker', () => {
    expect(allowed({ broker_id: 99, state: 2, status: 3 })).toEqual([])
  })

  test('management may suspend and recover a lead, and only administrators change deadlines', () => {
    expect(allowed({ state: 1 }, 2)).toContain('suspend')
    expect(allowed({ state: 1 }, 3)).not.toContain('suspend')
    expect(allowed({ state: 3, status: 6 }, 2)).toContain('recover')
    expect(allowed({ ...MINE, state: 3, status: 6 }, 3)).not.toContain('recover')
    expect(allowed({ state: 3, status: 6 }, 1)).toContain('deadlines')
    expect(allowed({ state: 3, status: 6 }, 2)).not.toContain('deadlines')
  })

  test('a download is offered when the lead has a PDF', () => {
    expect(allowed({ ...MINE, state: 2, status: 2, file_path: 'x' })).toContain('download')
  })

  test('a lead of insurance 25 gets only the cancellation in Quiver and saving', () => {
    const quiver = { ...MINE, state: 2, status: 2, insurance_id: QUIVER_CANCELLATION } as const
    expect(allowed(quiver)).toEqual(['quiver', 'save'])
    expect(allowed({ ...quiver, state: 3, status: 6 })).toEqual([])
  })

  test('the advance button has the label of the next status in the channel’s flow', () => {
    expect(advanceLabel({ status: 2 }, DEFAULT_STATUS_FLOW)).toBe('Whatsapp/Ligou')
    expect(advanceLabel({ status: 2 }, [1, 2, 4, 3, 5, 6])).toBe('Envio Cotação')
  })
})
