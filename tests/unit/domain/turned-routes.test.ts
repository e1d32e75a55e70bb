/** Menu, guard of the routes, reports and kinds of notices follow the table of permissions, one action at a time. */
import { expect, test } from 'vitest'
import { kindsFor, NOTICE_KINDS } from '../../../src/domain/notices/kinds.ts'
import type { Action } from '../../../src/domain/permissions/actions.ts'
import { isReportPath } from '../../../src/domain/permissions/reports.ts'
import { mayVisit, menuFor, ROUTES, reportsFor } from '../../../src/domain/permissions/routes.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { aUser, ROLES } from './fixtures.ts'
import { withRoles } from './turned-row.ts'

const NOT_IN_MENU = ROUTES.filter(({ path }) =>
  ROLES.every((role) => !menuFor(aUser(role)).some((entry) => entry.path === path)),
).map(({ path }) => path)

/** The roles that have it, with the action given to each role alone in turn. */
async function byLine(action: Action, has: (role: RoleId) => boolean): Promise<RoleId[][]> {
  const found: RoleId[][] = []
  for (const one of ROLES) found.push(await withRoles(action, [one], () => ROLES.filter(has)))
  return found
}
const ALONE = ROLES.map((role) => [role])

test.each(ROUTES)('$path is open to the roles of $action alone', async ({ path, action }) => {
  expect(await byLine(action, (role) => mayVisit(path, role) === 'yes')).toEqual(ALONE)
  if (!NOT_IN_MENU.includes(path))
    expect(await byLine(action, (role) => menuFor(aUser(role)).some((entry) => entry.path === path))).toEqual(
      ALONE,
    )
  if (isReportPath(path))
    expect(await byLine(action, (role) => reportsFor(role).some((entry) => entry.path === path))).toEqual(
      ALONE,
    )
})

test.each(NOTICE_KINDS)('notices of the kind $kind go to the roles of $action alone', async ({
  kind,
  action,
}) => {
  expect(await byLine(action, (role) => kindsFor(role).some((line) => line.kind === kind))).toEqual(ALONE)
})
