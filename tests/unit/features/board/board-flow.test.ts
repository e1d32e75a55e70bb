import { expect, test } from 'vitest'
import { DEFAULT_STATUS_FLOW } from '../../../../src/domain/lead/status.ts'
import { flowOfView } from '../../../../src/features/board/board-flow.ts'

const channels = new Map([[29, { attendance_flow: { status_flow: [1, 3, 2, 4, 5, 6] } }]])

test('a channel sets its own order of tabs, and all channels set the default one', () => {
  expect(flowOfView({ kind: 'status', status: 1, channelId: 29 }, channels)).toEqual([1, 3, 2, 4, 5, 6])
  expect(flowOfView({ kind: 'status', status: 1 }, channels)).toEqual(DEFAULT_STATUS_FLOW)
})

test('another tab, results and an unknown channel keep the order', () => {
  expect(flowOfView({ kind: 'status', status: 2 }, channels)).toBeNull()
  expect(flowOfView({ kind: 'status', status: 1, channelId: 8 }, channels)).toBeNull()
  expect(flowOfView({ kind: 'results', filters: {} }, channels)).toBeNull()
})
