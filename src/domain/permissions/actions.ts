/**
 * The roles of each action, one line an action, and nowhere else. Routes of the server, commands on both sides, menu and
 * buttons read it.
 */
import { EXTERNAL_INVITERS } from '../indication/inviters.ts'
import { roleOf } from '../session/role.ts'
import type { RoleId, SessionUser } from '../session/session-user.ts'
import { rolesOfReports } from './reports.ts'
import { ADMINISTRATION, EVERYONE, MANAGEMENT, STAFF } from './roles.ts'

export const ACTIONS = {
  'session.use': EVERYONE,
  'sync.use': EVERYONE,
  'catalogues.read': EVERYONE,
  'referrals.read': EVERYONE,
  'profile.update': EVERYONE,
  'board.read': STAFF,
  // The day of every broker: docs/rules.md#team-today
  'team.read': MANAGEMENT,
  'lead.read': EVERYONE,
  // The history and the PDF of a lead: docs/rules.md#what-each-role-sees-of-a-lead
  'lead.readHistory': STAFF,
  'lead.readFile': STAFF,
  // With the own password: docs/rules.md#dossier
  'lead.exportDossier': MANAGEMENT,
  'lead.capture': STAFF,
  'lead.schedule': STAFF,
  'lead.closeScheduling': STAFF,
  'lead.setServiceStatus': STAFF,
  'lead.addNote': STAFF,
  'lead.create': STAFF,
  // 'Me Indico'
  'lead.referOneself': [1, 3],
  'indication.create': EVERYONE,
  // 'Na mão': showing a waiting creation to another device, and reading one. docs/rules.md#hand-over
  'lead.handOver': EVERYONE,
  'lead.receive': STAFF,
  'indication.external': EXTERNAL_INVITERS,
  // The own link of the page without login, its mail and its renewal.
  'externalLink.use': EXTERNAL_INVITERS,
  // How the own indications go on, by bell and mail: docs/rules.md#receipt
  'receipts.follow': [4, 5, 6, 7],
  'lead.update': STAFF,
  'lead.bringBack': STAFF,
  'lead.negotiate': STAFF,
  'lead.pendingSell': STAFF,
  'lead.advance': STAFF,
  'lead.markQuoted': STAFF,
  'lead.recordCall': STAFF,
  'lead.callResult': STAFF,
  'lead.undoCall': STAFF,
  'lead.noteContact': STAFF,
  'lead.putBack': STAFF,
  'lead.sendMessage': STAFF,
  'lead.decideMessage': STAFF,
  'lead.attachFile': STAFF,
  // Limits of the law: docs/rules.md#obligations
  'lead.beginObligation': STAFF,
  'lead.fulfilObligation': STAFF,
  'lead.dismissObligation': STAFF,
  'lead.finish': STAFF,
  'lead.recover': MANAGEMENT,
  'lead.cancel': STAFF,
  'lead.setDeadlines': ADMINISTRATION,
  'lead.setSuspended': MANAGEMENT,
  'lead.transfer': MANAGEMENT,
  'client.create': STAFF,
  'client.update': STAFF,
  'client.exportData': ADMINISTRATION,
  'client.eraseData': ADMINISTRATION,
  'client.lookUp': EVERYONE,
  'cep.lookUp': EVERYONE,
  // A dealership imports only its own proposals, which come from its system. The server checks that.
  'proposal.import': [1, 2, 3, 4],
  'proposal.bypass': ADMINISTRATION,
  'lead.quote': STAFF,
  // For inviters of role 1 or 7, the user among them: docs/rules.md#quote.
  'quote.simulate': [1, 2, 3, 7],
  'phone.call': STAFF,
  'file.upload': STAFF,
  'lead.verify': STAFF,
  'users.read': STAFF,
  'users.updatePhone': STAFF,
  // Managers only the roles 3 to 7: managed-users.ts.
  'users.manage': MANAGEMENT,
  // Devices of all users; the own ones are everyone's.
  'devices.readAll': MANAGEMENT,
  'users.manageAdministrators': ADMINISTRATION,
  'clients.read': STAFF,
  // The screens of the lists; the values themselves are everyone's.
  'insurances.read': STAFF,
  'partners.read': STAFF,
  // Clients that are one person: docs/rules.md#merging-clients
  'clients.merge': MANAGEMENT,
  'technicalTeams.read': STAFF,
  'leadBrokerConfig.read': STAFF,
  'catalogues.manage': MANAGEMENT,
  // 'Suspeitas': indications of a flood, which wait for a look.
  'heldIndications.decide': MANAGEMENT,
  'settings.manage': ADMINISTRATION,
  'data.export-all': ADMINISTRATION,
  'audit.read': ADMINISTRATION,
  'mailFiles.manage': ADMINISTRATION,
  // Requests of data subjects and the register of incidents.
  'privacy.manage': ADMINISTRATION,
  // Any list of another system, and taking it back: docs/rules.md#any-import
  'data.import': ADMINISTRATION,
  'renewals.import': ADMINISTRATION,
  'renewals.assign': ADMINISTRATION,
  'partnerKeys.manage': ADMINISTRATION,
  // Who must protect the device.
  'sharedTablets.mark': ADMINISTRATION,
  'channels.manage': ADMINISTRATION,
  'competitorBrokers.manage': ADMINISTRATION,
  'insurers.manage': ADMINISTRATION,
  // Texts of WhatsApp messages: docs/rules.md#message-templates
  'messageTemplates.manage': ADMINISTRATION,
  // Addresses of other systems that are told of changes: docs/rules.md#webhooks
  'webhooks.manage': ADMINISTRATION,
  // Rules that act by themselves, and what they tell brokers and managers: docs/rules.md#automations
  'automations.manage': ADMINISTRATION,
  'automations.hear': STAFF,
  // The connection: docs/rules.md#whatsapp
  'whatsapp.manage': ADMINISTRATION,
  // Who wrote and has no lead: management all, others those of their own numbers.
  'whatsapp.strangers': STAFF,
  // The clients that a report's filter finds by name.
  'report.clients': [1, 2, 3, 4],
  ...rolesOfReports(),
  'report.releaseDuplicate': ADMINISTRATION,
  'report.funnel': EVERYONE,
  // The user's own, of the reports that its role sees.
  'reportViews.manage': EVERYONE,
  'screenSettings.use': EVERYONE,
  // All kinds of notices that are pushed are staff's: src/domain/notices/push.ts
  'push.use': STAFF,
  // One's own; those of users whom the role manages: docs/rules.md#absences
  'absences.write': STAFF,
  // Leads have only staff as their broker.
  'calendar.use': STAFF,
  'assistant.use': ADMINISTRATION,
  'assistant.managePersonas': ADMINISTRATION,
} as const satisfies Record<string, readonly RoleId[]>

export type Action = keyof typeof ACTIONS

export function may(action: Action, role: RoleId): boolean {
  const roles: readonly RoleId[] = ACTIONS[action]
  return roles.includes(role)
}

/** The sentence of every refusal by role, on the device and on the server. */
export const NOT_ALLOWED = 'Você não tem permissão para isso.'

/** Whether the user's role may run the command at all. The first question of every rule about a command. */
export const mayRun = (command: Action, user: Pick<SessionUser, 'roles'>): boolean =>
  may(command, roleOf(user))
