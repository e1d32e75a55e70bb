/** Changes which first steps are open: docs/rules.md#first-steps. The change and its audit entry are one transaction. */
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { FIRST_STEPS, type FirstStep } from '../../src/domain/first-steps/first-steps.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../queries/settings.ts'
import { type SettingChange, writeSetting } from './settings.ts'

export type StepChange = { readonly step: FirstStep; readonly later: boolean } | { readonly offered: boolean }

function changeOf(change: StepChange, before: Settings): SettingChange {
  if ('offered' in change)
    return { key: 'first_steps_offered', before: before.first_steps_offered, after: change.offered }
  const { step, later } = change
  const left = before.first_steps_later
  return {
    key: 'first_steps_later',
    before: left,
    after: FIRST_STEPS.filter((each) => (each === step ? later : left.includes(each))),
  }
}

/** Locked, so that two administrators who leave two steps leave both. The same again changes nothing. */
export async function changeFirstSteps(
  tx: Transaction<Database>,
  user: SessionUser,
  change: StepChange,
): Promise<void> {
  await tx.selectFrom('settings').select('key').orderBy('key').forUpdate().execute()
  const setting = changeOf(change, await readSettings(tx))
  if (!isDeepStrictEqual(setting.before, setting.after)) await writeSetting(tx, user, setting)
}
