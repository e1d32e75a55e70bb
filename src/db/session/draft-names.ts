/** Names of drafts, by the form that stores them. */

/** `path`: the screen's. */
export const draftOfCreation = (path: string) => `create:${path}`

const OF_LEAD = 'lead:'
export const draftOfLead = (uid: string) => `${OF_LEAD}${uid}`

/** Returns the uid of the lead whose form stores the draft, or null. */
export const leadOfDraft = (name: string): string | null =>
  name.startsWith(OF_LEAD) ? name.slice(OF_LEAD.length) : null

/** A form in 'Privacidade': a request of a data subject, its answer, an incident. `id` is null for a new one. */
const PRIVACY_FORMS = ['request', 'answer', 'incident'] as const
export type PrivacyForm = (typeof PRIVACY_FORMS)[number]
export const draftOfPrivacy = (form: PrivacyForm, id: number | null) => `privacy:${form}:${id ?? 'new'}`

/** Returns what a name of `draftOfPrivacy` is of, or null. */
export function privacyDraft(
  name: string,
): { readonly form: PrivacyForm; readonly id: number | null } | null {
  const parts = /^privacy:(request|answer|incident):(new|\d+)$/.exec(name)
  const form = PRIVACY_FORMS.find((each) => each === parts?.[1])
  if (form === undefined) return null
  return { form, id: parts?.[2] === 'new' ? null : Number(parts?.[2]) }
}

/** `key`: the refused command's. */
export const draftOfRefused = (key: string) => `refused:${key}`
