/** The brokerage as it signs its mails and the page of an inviter's link: docs/rules.md#brokerage */
import type { Controller } from '../../src/domain/indication/consent.ts'
import { type Brokerage, brokerageOf } from '../../src/domain/settings/brokerage.ts'
import type { AppContext } from '../app-context.ts'
import { UNNAMED_CONTROLLER } from '../config.ts'
import type { Signature } from '../mail/written-letter.ts'
import type { Reader } from './lead-row.ts'
import { readSettings } from './settings.ts'

type Place = Pick<AppContext, 'store' | 'config'>

export const readBrokerage = async (db: Reader): Promise<Brokerage> => brokerageOf(await readSettings(db))

/** For the page without login: CONTROLLER_NAME stands for a missing name. */
export async function presentedBrokerage({ store, config }: Place): Promise<Brokerage> {
  const { name, logo } = await readBrokerage(store.db)
  const named = config.controller.name === UNNAMED_CONTROLLER ? null : config.controller.name
  return { name: name ?? named, logo }
}

/** Who treats the data: CONTROLLER_NAME, else the brokerage by its name. */
export const controllerOf = (
  { config: { controller } }: Pick<Place, 'config'>,
  { name }: Brokerage,
): Controller => ({
  ...controller,
  name: controller.name === UNNAMED_CONTROLLER ? (name ?? controller.name) : controller.name,
})

export const signatureOf = ({ name, logo }: Brokerage): Signature => ({ name, hasLogo: logo !== null })

export interface Logo {
  readonly mediaType: 'image/png' | 'image/jpeg'
  readonly content: Buffer
}

/** null: the brokerage has given none. */
export async function readLogo(db: Reader): Promise<Logo | null> {
  const row = await db.selectFrom('brokerage_logo').select(['media_type', 'content']).executeTakeFirst()
  return row === undefined ? null : { mediaType: row.media_type, content: Buffer.from(row.content, 'base64') }
}
