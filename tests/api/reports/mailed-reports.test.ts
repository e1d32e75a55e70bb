/** Every report that can be mailed makes its sheets of a view without a filter, in the user's scope. */
import { expect, test } from 'vitest'
import { mailedReport, mailedReports } from '../../../server/http/reports/report-sheets.ts'
import { sessionUser } from '../../../server/session/session-user.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { MAIN_PERIOD } from './data/leads.ts'
import { ADMIN, BRUNA, REFERRER, SHOP_OF_ONE } from './data/people.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

describeEachDatabase('mailed reports', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })

  const sheetsOf = async (userId: number, path: string) => {
    const user = await sessionUser(house.store.db, userId)
    if (user === null) throw new Error(`no user ${userId}`)
    const report = mailedReport(user, path)
    const { context } = house.server
    const filter = { de: MAIN_PERIOD.from, ate: MAIN_PERIOD.to }
    const sheets = (await report?.sheetsOf({ context, user, filter, sort: null })) ?? []
    return Promise.all(
      sheets.map(async ({ lines }) => {
        let count = 0
        for await (const batch of lines) count += batch.length
        return count
      }),
    )
  }

  test.each([
    ['an administrator', ADMIN, 9],
    ['a broker', BRUNA, 7],
    ['a dealership', SHOP_OF_ONE, 2],
    ['a referrer', REFERRER, 1],
  ] as const)('%s gets the sheets of each report that its role sees', async (_, userId, most) => {
    const user = await sessionUser(house.store.db, userId)
    const paths = user === null ? [] : mailedReports(user)
    expect(paths).toHaveLength(most)
    for (const path of paths) {
      const counts = await sheetsOf(userId, path)
      expect(counts.length, path).toBeGreaterThan(0)
      // The period has leads for everybody, but a broker may have no renewal or loss in it.
      if (userId === ADMIN) expect(Math.min(...counts), path).toBeGreaterThan(0)
    }
  })
})
