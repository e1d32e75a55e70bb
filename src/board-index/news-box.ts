/** News of the mirror that the index has not taken yet, by journal entry. */
import type { LeadNews } from '../db/lead-news.ts'

/** Beyond this the oldest go: they are in the mirror too. */
const MOST_LEADS = 20_000

export class NewsBox {
  /** In the order of their arrival. */
  readonly #news = new Set<LeadNews>()
  #leads = 0

  keep(news: LeadNews): void {
    this.#news.add(news)
    this.#leads += news.leads.length
    for (const oldest of this.#news) {
      if (this.#leads <= MOST_LEADS) break
      this.#drop(oldest)
    }
  }

  /** The news that begin right after that entry, if they are here. */
  after(seq: number): LeadNews | null {
    for (const news of this.#news) {
      const [first] = news.seqs
      const last = news.seqs.at(-1)
      if (last === undefined || last <= seq) this.#drop(news)
      else if (first === seq + 1) return news
    }
    return null
  }

  clear(): void {
    this.#news.clear()
    this.#leads = 0
  }

  #drop(news: LeadNews): void {
    if (this.#news.delete(news)) this.#leads -= news.leads.length
  }
}
