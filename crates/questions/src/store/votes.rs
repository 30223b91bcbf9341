//! Votes on questions.

reviews::vote_store!("question_id", "question_votes", "question_scores");
