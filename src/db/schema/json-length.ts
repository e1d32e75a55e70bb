/** How long a value is as JSON: about its bytes on the disk. */
export const jsonLength = (value: unknown): number => JSON.stringify(value ?? null).length
