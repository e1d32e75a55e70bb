/** The path of the brokerage's logo without its version. Anybody reads it. docs/rules.md#brokerage */
export const LOGO_PATH = '/brokerage/logo'
