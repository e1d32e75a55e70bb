/** The values of the lead form: the fields as commands send them, so that screen, rules and wire share one shape. */
import type { CommandArgs } from '../../../commands/registry.ts'
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { Client } from '../../../domain/client/client.ts'
import { clientFieldsOf, EMPTY_CLIENT } from '../../../domain/client/fields.ts'
import {
  EMPTY_PRODUCT,
  FORM_FIELDS,
  type LeadFields,
  withDependencies,
} from '../../../domain/lead/changes.ts'
import { FRESH_LEAD } from '../../../domain/lead/fields.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { typedWithNotes } from '../../../domain/lead/notes.ts'
import { closedAsSaved } from '../../../domain/lead/quiver-cancellation.ts'
import { picked } from '../../../domain/record/parts.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'

export interface LeadFormValues {
  readonly lead: LeadFields
  /** An incomplete or invalid birth date is stored here as typed. */
  readonly client: ClientFields
  /** Digits only. */
  readonly inviter_phone: string
}

/** The arguments of a save: only values that differ from the lead on this device. */
export type FormChanges = Pick<
  CommandArgs<'lead.update'>,
  'changes' | 'client' | 'inviter_phone' | 'identity' | 'other_uid'
>

/** Returns the form's fields of a lead. A row that is older than a field has a new lead's value of it. */
export const leadFieldsOf = (lead: Lead | LeadFields): LeadFields => ({
  ...picked({ ...FRESH_LEAD, ...lead }, FORM_FIELDS),
  product_details: { ...EMPTY_PRODUCT, ...lead.product_details },
})

/** Returns the client's fields that the lead copies, for a client that is not mirrored. */
export function clientFieldsOfLead(lead: Lead): ClientFields {
  return {
    ...EMPTY_CLIENT,
    name: lead.client_name,
    cpf: lead.client_cpf,
    cellphone: lead.client_cellphone,
    phone: lead.client_phone,
  }
}

export function valuesOf(lead: Lead, client: Client | null, inviterPhone: string): LeadFormValues {
  return {
    lead: leadFieldsOf(lead),
    client: client === null ? clientFieldsOfLead(lead) : clientFieldsOf(client),
    inviter_phone: inviterPhone,
  }
}

/** The fields of `now` that differ from `before`. The caller compares fields that are objects. */
function different<Row extends object>(before: Row, now: Row): Partial<Row> {
  const changed: Partial<Row> = {}
  for (const field in now) if (now[field] !== before[field]) changed[field] = now[field]
  return changed
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0

/** Returns the values without surrounding spaces. An empty text of the lead becomes a new lead's value. */
export function settled(values: LeadFormValues): LeadFormValues {
  const { lead, client } = values
  const trimmed = <Row extends object>(row: Row, fresh: object = {}): Row => {
    const copy = { ...row }
    for (const field in copy) {
      const value: unknown = copy[field]
      if (typeof value !== 'string') continue
      const text = value.trim()
      Object.assign(copy, { [field]: text === '' && field in fresh ? Reflect.get(fresh, field) : text })
    }
    return copy
  }
  return {
    lead: { ...trimmed(lead, FRESH_LEAD), product_details: trimmed(lead.product_details) },
    client: { ...trimmed(client), address: trimmed(client.address) },
    inviter_phone: values.inviter_phone,
  }
}

interface Comparison {
  /** The lead on this device. */
  readonly lead: Lead
  readonly before: LeadFormValues
  readonly now: LeadFormValues
  readonly user: Pick<SessionUser, 'id' | 'roles' | 'covers'>
}

/** Returns the arguments of an edited lead's save, with the consequences: docs/rules.md#what-a-save-changes. */
export function changesBetween({ lead, before, now, user }: Comparison): FormChanges {
  if (sameValues(before, now)) return { changes: {} }
  const typed = closedAsSaved(settled(now), before)
  const after = leadFieldsOf(withDependencies({ ...lead, ...typed.lead }, user))
  const { product_details: _product, ...changes } = different(before.lead, after)
  const product = different(before.lead.product_details, after.product_details)
  const { address: _address, ...client } = different(before.client, typed.client)
  const address = different(before.client.address, typed.client.address)
  const whole = { ...client, ...(isEmpty(address) ? {} : { address }) }
  return {
    changes: { ...changes, ...(isEmpty(product) ? {} : { product_details: product }) },
    ...(isEmpty(whole) ? {} : { client: whole }),
    ...(now.inviter_phone === before.inviter_phone ? {} : { inviter_phone: now.inviter_phone }),
  }
}

/** Returns the arguments of a creation. */
export function creationFields(now: LeadFormValues): Pick<CommandArgs<'lead.create'>, 'lead' | 'client'> {
  const { lead, client } = settled(now)
  return { lead, client }
}

export function sameValues(one: LeadFormValues, other: LeadFormValues): boolean {
  const { product_details: _p, ...lead } = different(one.lead, other.lead)
  const { address: _a, ...client } = different(one.client, other.client)
  return (
    one.inviter_phone === other.inviter_phone &&
    isEmpty(lead) &&
    isEmpty(client) &&
    isEmpty(different(one.lead.product_details, other.lead.product_details)) &&
    isEmpty(different(one.client.address, other.client.address))
  )
}

/** Returns the names of the fields that differ, as problems and conflicts have them. */
export function differingFields(one: LeadFormValues, other: LeadFormValues): string[] {
  const { product_details: _p, ...lead } = different(one.lead, other.lead)
  const { address: _a, ...client } = different(one.client, other.client)
  return [
    ...Object.keys(lead),
    ...Object.keys(different(one.lead.product_details, other.lead.product_details)).map(
      (field) => `product_details.${field}`,
    ),
    ...Object.keys(client).map((field) => `client.${field}`),
    ...Object.keys(different(one.client.address, other.client.address)).map(
      (field) => `client.address.${field}`,
    ),
    ...(one.inviter_phone === other.inviter_phone ? [] : ['inviter_phone']),
  ]
}

/** Returns the fields that differ once they are saved: a blank at the end of a note is no difference. */
export const savedDifferences = (one: LeadFormValues, other: LeadFormValues): string[] =>
  differingFields(settled(one), settled(other))

interface Readings {
  /** The values that the fields showed before typing. */
  readonly last: LeadFormValues
  readonly mine: LeadFormValues
  /** The present lead. */
  readonly fresh: LeadFormValues
}

const NOTES = 'additional_information'
const joinedNotes = ({ last, mine, fresh }: Readings) =>
  typedWithNotes(mine.lead[NOTES], last.lead[NOTES], fresh.lead[NOTES])

/** Returns the fields that were typed here and changed elsewhere meanwhile. */
export function typedAndChanged({ last, mine, fresh }: Readings): string[] {
  const elsewhere = savedDifferences(last, fresh)
  // A note that was added meanwhile is joined to what was typed.
  const isJoined = (field: string) => field === NOTES && joinedNotes({ last, mine, fresh }) !== null
  return savedDifferences(last, mine).filter((field) => elsewhere.includes(field) && !isJoined(field))
}

/** Fields without typed changes take the new value. The others keep the typed one. */
function follow<Row extends object>(mine: Row, before: Row, fresh: Row): Row {
  const merged = { ...mine }
  for (const field in fresh) if (mine[field] === before[field]) merged[field] = fresh[field]
  return merged
}

/** Returns the form's values after the lead changed: `before` is what the form showed, `fresh` the lead now. */
export function followValues(
  mine: LeadFormValues,
  before: LeadFormValues,
  fresh: LeadFormValues,
): LeadFormValues {
  const followed = follow(mine.lead, before.lead, fresh.lead)
  const notes = joinedNotes({ last: before, mine, fresh })
  return {
    lead: {
      ...followed,
      additional_information: notes ?? followed.additional_information,
      product_details: follow(
        mine.lead.product_details,
        before.lead.product_details,
        fresh.lead.product_details,
      ),
    },
    client: {
      ...follow(mine.client, before.client, fresh.client),
      address: follow(mine.client.address, before.client.address, fresh.client.address),
    },
    inviter_phone: mine.inviter_phone === before.inviter_phone ? fresh.inviter_phone : mine.inviter_phone,
  }
}
