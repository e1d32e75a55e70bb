/** Whether an account is active, or a rule of lead and broker is on: both store it as a number. */
export const isActive = ({ status }: { readonly status?: number | undefined }) => status === 1
