/** Answers 'E se?' from the mirror's rows. It is loaded with the first question. docs/rules.md#what-if */
import { readCatalogues } from '../db/mirror/catalogues.ts'
import { allLeads } from '../db/mirror/reads.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { answerWhatIf, type WhatIfAnswer, type WhatIfQuestion } from '../domain/reports/what-if/answer.ts'
import { lastSeq } from './manifest.ts'

/** Keeps the rows between two questions: a limit is typed digit by digit, and reading takes longer than judging. */
export class WhatIfDesk {
  #read: { readonly db: MirrorDb; readonly seq: number; readonly leads: readonly Lead[] } | null = null

  async #leads(db: MirrorDb): Promise<readonly Lead[]> {
    // Before the rows: a change that comes meanwhile is read by the next question.
    const seq = await lastSeq(db)
    if (this.#read?.db !== db || this.#read.seq !== seq) this.#read = { db, seq, leads: await allLeads(db) }
    return this.#read.leads
  }

  async answer(db: MirrorDb, question: WhatIfQuestion): Promise<WhatIfAnswer> {
    const leads = await this.#leads(db)
    const { settings, users, channels } = await readCatalogues(db)
    return answerWhatIf(question, {
      leads,
      settings,
      known: {
        teamOf: (broker) => users.get(broker)?.technical_team_id ?? null,
        isRenewalChannel: (channel) => channels.get(channel)?.renewal ?? false,
      },
    })
  }
}
