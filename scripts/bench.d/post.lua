-- Asks as the browser's calls do.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded; charset=UTF-8"
