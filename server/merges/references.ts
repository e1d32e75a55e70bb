/**
 * Every column that points to a client, and what a merge does with it: docs/rules.md#merging-clients. A test compares
 * the list with the database, so that a new table cannot be forgotten.
 */

/** By 'table.column'. */
export const CLIENT_REFERENCES: Readonly<Record<string, 'moves' | { readonly stays: string }>> = {
  'leads.client_uid': 'moves',
  'data_requests.client_uid': 'moves',
  'client_aliases.client_uid': 'moves',
  'client_keys.client_uid': { stays: 'follows the clients by itself: server/merges/pairs.ts' },
  'client_key_changes.client_uid': { stays: 'a note that the client was written' },
  'client_erasures.client_uid': { stays: 'an erased client is never merged' },
  'legal_records.client_id': { stays: 'an erased client is never merged' },
  'leads.client_as_referred': { stays: 'what a referrer typed for the lead, which moves' },
  'tombstones.client_uid': {
    stays: 'the client that the lead named when it left a scope: the device knows it by that key',
  },
  'elective_leads.client_informations': { stays: 'what a dealership sent for the lead, which moves' },
  'lead_duplicates.client_name': { stays: 'what a dealership sent' },
  'import_decisions.client_uids': { stays: 'candidates of a line that waits: read through the aliases' },
  'renewal_import_decisions.client_uids': {
    stays: 'candidates of a line that waits: read through the aliases',
  },
  'lead_temps.client_info': { stays: 'what a file had for the lead, which moves' },
  'external_indications.client_uid': { stays: 'whom a person indicated: read through the aliases' },
  'external_indications.client': { stays: 'what a person typed for the lead, which moves' },
}
