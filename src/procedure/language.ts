/** The languages that people read. The wire carries English; displays may show another. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** What a person reads, in every language. */
export type Text = { readonly [L in Language]: string }

/** A text made from others, language by language. */
export const inEach = (of: (language: Language) => string): Text => ({ en: of('en'), de: of('de') })
