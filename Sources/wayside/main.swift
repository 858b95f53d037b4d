print("wayside")
