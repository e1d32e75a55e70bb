/**
 * What the document says of each call, by method and path. A call that is registered without a text here does not
 * compile (server/wire/serve.ts). docs/where-to-change.md#the-servers-interfaces
 */
import type { RouteSpec } from '../../../src/contract/route.ts'
import type { OperationText } from './operation.ts'
import { ABSENCES } from './operations/absences.ts'
import { AUDIT, PRIVACY, SETTINGS } from './operations/administration.ts'
import { AUTOMATIONS } from './operations/automations.ts'
import { CALENDAR } from './operations/calendar.ts'
import { DOSSIER } from './operations/dossier.ts'
import { IMPORTS, RENEWALS } from './operations/imports.ts'
import { INSURERS } from './operations/insurers.ts'
import { BOARD, EXTERNAL, LEADS, PROPOSALS } from './operations/leads.ts'
import {
  ASSISTANT,
  CATALOGUES,
  CLIENT_MERGES,
  CLIENTS,
  MANAGED,
  PERSONAL_DATA,
  REFERENCE,
  TRANSFERS,
  USERS,
} from './operations/people.ts'
import { REPORT_VIEWS, REPORTS } from './operations/reports.ts'
import { ACCOUNTS, SERVICES, SESSION, SYNC } from './operations/session.ts'
import { WEBHOOKS } from './operations/webhooks.ts'
import { WHATSAPP } from './operations/whatsapp.ts'

const OPERATIONS = {
  ...SESSION,
  ...ACCOUNTS,
  ...SERVICES,
  ...SYNC,
  ...BOARD,
  ...LEADS,
  ...DOSSIER,
  ...ABSENCES,
  ...CALENDAR,
  ...EXTERNAL,
  ...PROPOSALS,
  ...CLIENTS,
  ...CLIENT_MERGES,
  ...PERSONAL_DATA,
  ...USERS,
  ...REFERENCE,
  ...CATALOGUES,
  ...INSURERS,
  ...AUTOMATIONS,
  ...WEBHOOKS,
  ...WHATSAPP,
  ...RENEWALS,
  ...IMPORTS,
  ...TRANSFERS,
  ...ASSISTANT,
  ...SETTINGS,
  ...PRIVACY,
  ...AUDIT,
  ...REPORTS,
  ...REPORT_VIEWS,
}

type OperationName = keyof typeof OPERATIONS
type Called = Pick<RouteSpec, 'method' | 'path'>

/** Of the calls of a list that administration keeps only the method is known here: each has its texts by its declaration. */
type TextsOf<Spec extends Called> = Extract<OperationName, `${Spec['method']} ${Spec['path']}`>

/** Accepts a declaration whose call has a text. */
export type Documented<Spec extends Called> = [TextsOf<Spec>] extends [never]
  ? { readonly 'add its text to server/wire/documented/operations': `${Spec['method']} ${Spec['path']}` }
  : unknown

/** The call's name in the tables: 'PUT /leads/:id'. */
export const operationName = ({ method, path }: Called): string => `${method} ${path}`

const TEXTS: ReadonlyMap<string, OperationText> = new Map([
  ...Object.entries(MANAGED),
  ...Object.entries<OperationText>(OPERATIONS),
])

/** Returns the texts of a call; null for a call that has none. */
export const operationText = (name: string): OperationText | null => TEXTS.get(name) ?? null

/** The names of all texts. */
export const OPERATION_NAMES: readonly string[] = [...TEXTS.keys()]
