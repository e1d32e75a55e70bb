/** Users: their access, their devices, what each arranged, and what is sent to them. */
import { randomBytes } from 'node:crypto'
import { ABSENCE_FACTS } from '../absences.ts'
import { DEVICE_FACTS } from '../devices.ts'
import { EXCHANGE_FACTS } from '../exchanges.ts'
import { USER_FACTS } from '../users.ts'
import { columnsOf, KEYS, OF_THIS_DATABASE, REFERENCE, SECRET, sheet, type Tables, USERS } from './table.ts'

export const OF_USERS: Tables = {
  users: {
    sheet: sheet('usuarios', 'Os usuários, sem senhas. Depois de uma importação, cada um define a sua.'),
    ...columnsOf(USER_FACTS),
  },
  user_roles: {
    sheet: sheet('usuarios-papeis', 'Os perfis de cada usuário. O de menor lugar é o que vale.'),
    words: { role_id: 'Perfil: o número em papeis', place: 'Lugar: o papel de menor lugar vale' },
  },
  user_partners: { sheet: sheet('usuarios-parceiros', 'As concessionárias de cada usuário.') },
  user_views: {
    sheet: sheet('usuarios-telas-abertas', 'Quando cada usuário abriu uma tela que conta o que é novo.'),
    noPerson: { [KEYS]: ['screen'] },
    words: { opened_at: 'Aberta em' },
  },
  user_passwords: { sheet: SECRET, noPerson: { [KEYS]: ['hash'] } },
  password_verifications: {
    sheet: SECRET,
    noPerson: { [KEYS]: ['code_hash', 'purpose'], [USERS]: ['new_email'] },
  },
  code_apps: { sheet: SECRET, noPerson: { [KEYS]: ['secret', 'pending_secret'] } },
  recovery_codes: { sheet: SECRET, noPerson: { [KEYS]: ['code_hash'] } },
  used_recovery_codes: { sheet: SECRET, noPerson: { [KEYS]: ['code_hash'] } },
  passkeys: {
    sheet: SECRET,
    noPerson: { [KEYS]: ['credential_id', 'public_key', 'rp_id'], [USERS]: ['name'] },
  },
  passkey_challenges: { sheet: SECRET, noPerson: { [KEYS]: ['challenge', 'about'] } },
  remembered_devices: { sheet: SECRET, noPerson: { [KEYS]: ['secret_hash', 'device_id'] } },
  sign_in_steps: { sheet: SECRET, noPerson: { [KEYS]: ['token_hash', 'device_id'] } },
  factor_tries: { sheet: OF_THIS_DATABASE },
  second_factor_terms: { sheet: OF_THIS_DATABASE },
  sessions: {
    sheet: SECRET,
    noPerson: { [KEYS]: ['token_hash', 'device_id', 'ending_hash'], [USERS]: ['device_name'] },
  },
  session_confirmations: { sheet: SECRET, noPerson: { [KEYS]: ['token_hash'] } },
  devices: { sheet: OF_THIS_DATABASE, ...columnsOf(DEVICE_FACTS) },
  device_keys: {
    sheet: SECRET,
    noPerson: { [KEYS]: ['device_id', 'secret_hash', 'sealed_half', 'key_id', 'pin_hash'] },
  },
  kept_answers: { sheet: SECRET, noPerson: { [KEYS]: ['key_hash', 'sealed'] } },
  push_keys: { sheet: SECRET, keptByImport: true, noPerson: { [KEYS]: ['public_key', 'private_key'] } },
  push_subscriptions: { sheet: SECRET, noPerson: { [USERS]: ['endpoint'], [KEYS]: ['p256dh', 'auth'] } },
  push_messages: { sheet: 'notices that wait to be sent', noPerson: { [KEYS]: ['kind'] } },
  mails: {
    sheet: 'their texts have links that open accounts',
    noPerson: { [KEYS]: ['purpose', 'problem'] },
    unsearched: { 'an address of the recipient': ['recipient'] },
  },
  absences: {
    sheet: sheet('ausencias', 'Quem está ou estará ausente, e quem o substitui. Sem substituto: a equipe.'),
    ...columnsOf(ABSENCE_FACTS),
  },
  calendar_feeds: { sheet: SECRET, noPerson: { [USERS]: ['name'], [KEYS]: ['key_hash'] } },
  calendar_entries: { sheet: OF_THIS_DATABASE, noPerson: { [KEYS]: ['uid', 'digest', 'starts'] } },
  chat_history: {
    sheet: 'each user’s own conversation, which nobody else reads',
    ...columnsOf(EXCHANGE_FACTS),
  },
  screen_settings: {
    sheet: sheet('usuarios-telas', 'O que cada usuário arrumou em uma tela.'),
    noPerson: {
      [KEYS]: ['screen'],
      'numbers of rows, days and keys of notices: a schema admits nothing else': ['value'],
    },
  },
  report_views: {
    sheet: sheet('visoes-de-relatorios', 'Os filtros de relatório que cada usuário guardou.'),
    noPerson: { [KEYS]: ['path', 'sort'] },
  },
  report_mails: {
    sheet: 'after an import mails would leave by themselves: each user switches them on again',
    noPerson: { [KEYS]: ['cadence', 'problem'] },
  },
  roles: {
    sheet: sheet('papeis', 'Os perfis que um usuário pode ter.'),
    noPerson: { [REFERENCE]: ['name'] },
  },
  indication_links: {
    sheet: sheet('links-de-indicacao', 'O link de indicação de cada indicador.', {
      without: { secret: 'a key: it signs the forms that the link opens' },
      made: { secret: () => randomBytes(32).toString('base64url') },
    }),
    noPerson: { [KEYS]: ['code', 'secret'] },
    words: { code: 'Código do link', renewed_at: 'Renovado em' },
  },
}
