/** Names of drafts, by the form that stores them. */

/** `path` is that of the screen. */
export const draftOfCreation = (path: string) => `create:${path}`

export const draftOfLead = (uid: string) => `lead:${uid}`

/** `key` is that of the refused command. */
export const draftOfRefused = (key: string) => `refused:${key}`
