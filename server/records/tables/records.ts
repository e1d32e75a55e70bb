/** What Farol writes down about its own work. */
import { KEYS, OF_THIS_DATABASE, sheet, type Tables, UNDER_WAY, USERS } from './table.ts'

const BACKUPS = 'backups of this server'

export const RECORDS: Tables = {
  client_look_ups: {
    sheet: sheet('consultas-de-clientes', 'Quem procurou um cliente pelo nome ou documento.'),
    noPerson: { [KEYS]: ['kind'], 'uids of clients that a user looked up': ['found'] },
    words: { found: 'Clientes que foram encontrados: o uid em clientes' },
  },
  audit_log: {
    sheet: sheet('auditoria', 'Quem mudou o quê na administração.'),
    noPerson: {
      'numbers of rows, and rows of administration: never of clients': ['entity_id', 'before', 'after'],
      [KEYS]: ['action', 'entity'],
    },
    words: {
      entity: 'Tabela do registro',
      entity_id: 'Número do registro',
      before: 'O registro antes da mudança',
      after: 'O registro depois da mudança',
    },
  },
  push_marks: {
    sheet: sheet('avisos-enviados', 'Os avisos que já saíram, para que nenhum saia de novo.'),
    noPerson: { [KEYS]: ['kind'] },
    words: { due_at: 'Do que venceu em' },
  },
  command_log: {
    sheet: OF_THIS_DATABASE,
    noPerson: { [KEYS]: ['key', 'device_id', 'command', 'outcome'], [USERS]: ['received_by'] },
  },
  creation_log: {
    sheet: OF_THIS_DATABASE,
    keptByImport: true,
    noPerson: { [KEYS]: ['key', 'asked', 'made'] },
  },
  tombstones: {
    sheet: OF_THIS_DATABASE,
    notInBackups: true,
    noPerson: { [KEYS]: ['kind', 'catalogue_kind', 'catalogue_id'] },
  },
  sync_epoch: { sheet: OF_THIS_DATABASE, notInBackups: true, noPerson: { [KEYS]: ['cluster'] } },
  sync_marks: { sheet: OF_THIS_DATABASE, notInBackups: true },
  rate_limits: { sheet: OF_THIS_DATABASE, noPerson: { [KEYS]: ['key'] } },
  revocations: {
    sheet: OF_THIS_DATABASE,
    keptByImport: true,
    noPerson: { [KEYS]: ['kind'], 'numbers of users, sessions and devices': ['about'] },
  },
  backup_runs: {
    sheet: BACKUPS,
    keptByImport: true,
    noPerson: { 'a backup: its own name, or why it failed': ['file', 'problem'] },
  },
  backup_checks: {
    sheet: BACKUPS,
    keptByImport: true,
    noPerson: { 'a backup: its own name, or why it could not be restored': ['file', 'problem'] },
  },
  whole_exports: {
    sheet: UNDER_WAY,
    noPerson: { 'an export: its own name and state, or why it failed': ['state', 'file', 'problem'] },
  },
  cep_cache: {
    sheet: 'addresses of CEPs, which are asked for again',
    keptByImport: true,
    unsearched: { 'the address of a CEP, of whoever lives there': ['cep', 'address'] },
  },
  clock_memory: {
    sheet: 'the clock of this server',
    notInBackups: true,
    keptByImport: true,
    noPerson: { [KEYS]: ['machine', 'doubted'] },
  },
  installation: { sheet: OF_THIS_DATABASE, keptByImport: true },
  kysely_migration: {
    sheet: OF_THIS_DATABASE,
    notInBackups: true,
    noPerson: { [KEYS]: ['name', 'timestamp'] },
  },
  kysely_migration_lock: { sheet: OF_THIS_DATABASE, notInBackups: true, noPerson: { [KEYS]: ['id'] } },
}
