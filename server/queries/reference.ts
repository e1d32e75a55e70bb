/** Catalogue rows as the reference calls answer them: docs/rules.md#session-and-reference-calls. */
import type { z } from 'zod'
import type { channelsRoute, leadBrokerConfigsRoute, userAnswerSchema } from '../../src/contract/reference.ts'
import type { CatalogueValue } from '../../src/domain/catalogue/catalogue.ts'
import { ROLE_NAMES } from '../../src/domain/permissions/role-names.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { readCatalogue } from './catalogues.ts'
import type { Reader } from './lead-row.ts'

type ChannelAnswer = z.infer<typeof channelsRoute.answer>['data'][number]
type ConfigAnswer = z.infer<typeof leadBrokerConfigsRoute.answer>['data'][number]

export const userAnswer = (user: CatalogueValue<'user'>): z.infer<typeof userAnswerSchema> => ({
  ...user,
  roles: ROLE_NAMES.filter(({ id }) => id === user.role_id),
  status: user.active ? 1 : 0,
})

export async function readChannels(db: Reader, user: SessionUser): Promise<ChannelAnswer[]> {
  const channels = await readCatalogue(db, user, 'channel')
  return channels.map((channel) => ({
    ...channel,
    children: channels
      .filter(({ parent_id }) => parent_id === channel.id)
      .map(({ id, name }) => ({ id, name })),
  }))
}

export async function readLeadBrokerConfigs(db: Reader, user: SessionUser): Promise<ConfigAnswer[]> {
  const nameIn = async (kind: 'channel' | 'partner' | 'insurance' | 'user') => {
    const names = new Map((await readCatalogue(db, user, kind)).map(({ id, name }) => [id, name]))
    return (id: number) => ({ id, name: names.get(id) ?? '' })
  }
  const channel = await nameIn('channel')
  const partner = await nameIn('partner')
  const insurance = await nameIn('insurance')
  const broker = await nameIn('user')
  return (await readCatalogue(db, user, 'lead_broker_config')).map((row) => ({
    ...row,
    channel: channel(row.channel_id),
    partner: partner(row.partner_id),
    insurance: insurance(row.insurance_id),
    broker: broker(row.broker_id),
  }))
}
