/** Limits of the law of a lead: one that runs and one with its proof. docs/rules.md#obligations */

interface Planted {
  readonly lead_uid: string
  /** YYYY-MM-DD */
  readonly since: string
  /** The note and the proof. */
  readonly note: string
}

export async function aLimitOfTheLaw(
  run: (command: string, args: object) => Promise<unknown>,
  { lead_uid, since, note }: Planted,
): Promise<void> {
  const limit = (kind: string) => ({ lead_uid, kind, since })
  for (const kind of ['answer', 'handover'])
    await run('lead.beginObligation', { ...limit(kind), until: null, note })
  await run('lead.fulfilObligation', {
    ...limit('handover'),
    done_on: since,
    proof_kind: 'note',
    proof: note,
  })
}
