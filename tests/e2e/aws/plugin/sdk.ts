/** The double that calls AWS. Where AWS is, and as whom to call it, comes from the environment. */
import { iamKinds } from "./iam";
import { getBucket, s3Kinds } from "./s3";
import { serve } from "./server";

serve({ ...s3Kinds, ...iamKinds }, { "aws:s3/getBucket:getBucket": getBucket });
