/** Fired on the document when React has taken over the checkout's hidden inputs. */
export const INPUTS_READY = "matjar:attribution-inputs";
