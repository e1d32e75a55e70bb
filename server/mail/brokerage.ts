/** The brokerage as it signs its mails and the page of an inviter's link: docs/rules.md#brokerage */
import type { Controller } from '../../src/domain/indication/consent.ts'
import { type Brokerage, brokerageOf, brokerageShape } from '../../src/domain/settings/brokerage.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { type Config, UNNAMED_CONTROLLER } from '../base/config.ts'
import type { Store } from '../db/store.ts'
import type { Reader } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'
import type { Signature } from './written-letter.ts'

interface Place {
  readonly store: Pick<Store, 'db'>
  readonly config: Pick<Config, 'controller'>
}

export const readBrokerage = async (db: Reader): Promise<Brokerage> => brokerageOf(await readSettings(db))

/** What is known of it without the database: CONTROLLER_NAME. */
export const unreadBrokerage = ({ config: { controller } }: Pick<Place, 'config'>): Brokerage => ({
  name: controller.name === UNNAMED_CONTROLLER ? null : controller.name,
  logo: null,
})

/** For the page without login. If the brokerage has no name, the controller's name replaces it. */
export function presentedBrokerage(place: Pick<Place, 'config'>, settings: Settings): Brokerage {
  const { name, logo } = brokerageOf(settings)
  return { name: name ?? (namedController(place, settings).name || null), logo }
}

/**
 * The named controller of the data: from the settings, else CONTROLLER_NAME and CONTROLLER_CONTACT. '' if none is
 * named.
 */
export const namedController = (
  { config: { controller } }: Pick<Place, 'config'>,
  { controller_name: name, controller_contact: contact }: Settings,
): Controller => ({
  name: name || (controller.name === UNNAMED_CONTROLLER ? '' : controller.name),
  contact: contact || controller.contact,
})

/** The controller in a consent: the named one, else the brokerage by its name. */
export function controllerOf(place: Pick<Place, 'config'>, settings: Settings): Controller {
  const { name, contact } = namedController(place, settings)
  return { name: name || (brokerageOf(settings).name ?? UNNAMED_CONTROLLER), contact }
}

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

export interface VersionedLogo extends Logo {
  readonly version: string
}

const versionSchema = brokerageShape.brokerage_logo.catch('')

/**
 * Returns a reader for anonymous callers: it keeps the picture in memory, and asks the database for the version alone. null:
 * the brokerage has given none.
 */
export function logoReader(db: Reader): () => Promise<VersionedLogo | null> {
  let kept: VersionedLogo | null = null
  return async () => {
    const setting = db.selectFrom('settings').select('value').where('key', '=', 'brokerage_logo')
    const version = versionSchema.parse((await setting.executeTakeFirst())?.value)
    if (kept?.version === version) return kept
    const logo = version === '' ? null : await readLogo(db)
    kept = logo === null ? null : { ...logo, version }
    return kept
  }
}
