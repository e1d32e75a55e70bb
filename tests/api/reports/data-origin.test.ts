/** A report that read the primary, because the replica did not serve, says so; with the replica, or without one, none does. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf } from '../../../src/api/call.ts'
import { leadChartRoute } from '../../../src/contract/reports/funnel.ts'
import { originWords } from '../../../src/domain/reports/data-origin.ts'
import { funnelSchema } from '../../../src/domain/reports/funnel.ts'
import { describeDatabase } from '../support/databases.ts'
import { answerOf } from './ask-report.ts'
import { MAIN_PERIOD } from './data/leads.ts'
import { ADMIN, USERS } from './data/people.ts'
import { BY_NAME, OF_DEALERSHIP } from './every-report.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const MAIN = { date_ini: MAIN_PERIOD.from, date_end: MAIN_PERIOD.to }

const WORDS = {
  behind: 'Lido do banco principal: a réplica está atrasada',
  silent: 'Lido do banco principal: a réplica não responde',
  foreign: 'Lido do banco principal: o outro banco não é réplica dele',
}

describeDatabase('the origin of a report’s figures', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const replicaIs = (status: string | null) =>
    Object.assign(house.server.context.health, {
      replica: () => (status === null ? null : { status, delay_seconds: null }),
    })
  /** As the app reads it: what its schema does not have is lost. */
  const readBy = (route: object, body: unknown): unknown => {
    const schema: unknown = Reflect.get(route, 'answer')
    if (!(schema instanceof z.ZodType)) throw new Error('no schema')
    return schema.parse(body)
  }

  test.each(BY_NAME)('%s', async (_name, one) => {
    const user = USERS.find(({ role }) => role === (one === OF_DEALERSHIP ? 4 : 1))
    if (user === undefined) throw new Error('no user asks')
    const words = async () => {
      const { status, body } = await answerOf(house, one, { user, filter: {} })
      expect(status).toBe(200)
      return originWords(readBy(one.route, body))
    }
    for (const [status, said] of Object.entries(WORDS)) {
      replicaIs(status)
      expect(await words()).toBe(said)
    }
    replicaIs('used')
    expect(await words()).toBeNull()
    replicaIs(null)
    expect(await words()).toBeNull()
  })

  test('the funnel', async () => {
    replicaIs('behind')
    const { body } = await house.ask(ADMIN, addressOf(leadChartRoute.path, {}, MAIN))
    expect(originWords(funnelSchema.parse(body))).toBe(WORDS.behind)
  })
})
